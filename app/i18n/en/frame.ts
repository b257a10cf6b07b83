export const common = {
  skip: "Skip to content",
  newTab: "(new tab)",
  home: "Home",
  write: "Write to the federation",
  table: "Table",
  video: "Watch the video",
  frenchOnly: "This text is available in French only.",
  someFrench: "Some texts on this page are available in French only.",
};

export const navigation = {
  label: "Main menu",
  more: "More",
  open: "Menu",
  administration: "Administration",
  office: "Open the administration",
  language: "Language",
};

export const footer = {
  explore: "Explore",
  more: "Services",
  follow: "Follow us",
  reach: "Get in touch",
  me: "My space",
  search: "Search",
  privacy: "Privacy policy",
  terms: "Terms of use",
  rights: "All rights reserved.",
  motto: "Play, learn, represent Guinea.",
  feed: "RSS feed",
};

export const share = {
  label: "Share this page",
  title: "Share",
  copy: "Copy the link",
  copied: "Link copied",
  more: "More options",
};

export const head = {
  description:
    "The federation’s official site: news, competitions, membership, training and documents about esports in Guinea.",
};

export const notFound = {
  title: "Page not found",
  message: "The page you are looking for does not exist or has moved.",
  back: "Back to home",
  suggestions: "You may be looking for",
};

/** A personal link that was renewed. */
export const moved = {
  title: "This page has moved",
  message: "This link is no longer valid. The new one is in the last e-mail we sent.",
  unwritten: "This link is no longer valid. Ask the federation for the new one.",
};

export const error = {
  title: "Something went wrong",
  message:
    "The problem has been recorded. Refresh the page; if it persists, write to us with the reference below.",
  reference: "Reference: {{reference}}",
  awayTitle: "This page is unavailable for the moment",
  awayMessage: "We are working on it. Please come back in a few minutes.",
  awayLink:
    "The service is unavailable for the moment. Nothing is lost and your link stays valid: open it again in a few minutes.",
  awayContact: "To reach the federation:",
  refresh: "Refresh the page",
};

export const draft = {
  label: "Preview",
  message: "Preview: this page is a draft that only administrators see.",
  archived: "Preview: this page is archived; only administrators see it.",
  edit: "Edit the page",
  article: "Preview: this article is a draft that only administrators see.",
  editArticle: "Edit the article",
  shared:
    "Preview of the version of {{moment}}, Conakry time. This link is only for the person who received it: please do not publish it.",
  scheduled:
    "Preview: this page will be published on {{moment}}, Conakry time. Until then, only administrators see it.",
  retired:
    "Preview: this page has been off the site since {{moment}}, Conakry time. Only administrators see it.",
};
