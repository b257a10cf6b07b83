export const MESSAGE_STATUSES = ["unread", "read", "replied"] as const;
