import { useI18n } from "../i18n/i18n.ts";
import { PageBanner, PageHead } from "../site/frame/page-head.tsx";
import type { Route } from "./+types/newsletter.page.ts";
import { NewsletterForm } from "./newsletter-form.tsx";
import { receiveSubscription } from "./subscribe.server.ts";

export const handle = { reads: [] };

export const action = receiveSubscription;

export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageHead title={t("newsletterForm.title")} description={t("newsletterForm.lead")} />
      <PageBanner title={t("newsletterForm.title")} lead={t("newsletterForm.lead")} />
      <div className="wrap section">
        <div className="card mx-auto max-w-[640px] p-6 shadow-card md:p-10">
          <NewsletterForm page="/newsletter" state={actionData} />
        </div>
      </div>
    </>
  );
}
