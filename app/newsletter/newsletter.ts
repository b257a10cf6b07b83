export const SUBSCRIPTION_STATUSES = ["active", "unsubscribed"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
