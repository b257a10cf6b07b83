// Plays payment schedules in a process of its own, so that each processor plays its share.
import { playSchedules } from "../tests/payments/support/reliability.ts";
import { offer } from "./child.ts";

export type PaymentsApi = { play: (share: Parameters<typeof playSchedules>) => Promise<void> };

offer<PaymentsApi>({ play: (share) => playSchedules(...share) });
