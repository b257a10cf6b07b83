import { isoTime } from "../clock.ts";
import { type DjomyPayment, statusOf } from "./payments.ts";

const DEFAULT_STATUSES = ["SUCCESS", "PENDING"];
const LARGEST_PAGE = 100;

/** A page as Spring makes them; undefined when the question is refused. */
export function listPage(
  payments: readonly DjomyPayment[],
  query: URLSearchParams,
  now: number,
): Record<string, unknown> | undefined {
  const [start, end] = [query.get("startDate"), query.get("endDate")];
  // Both dates or none.
  if ((start === null) !== (end === null)) return undefined;
  if ([start, end].some((date) => date !== null && !/^\d{4}-\d{2}-\d{2}$/.test(date)))
    return undefined;
  const page = Number(query.get("page") ?? 0);
  const size = Math.min(LARGEST_PAGE, Number(query.get("size") ?? 20));
  if (!Number.isInteger(page) || page < 0 || !Number.isInteger(size) || size < 1) return undefined;
  const month = isoTime(now).slice(0, 7);
  const isInside = ({ createdAt }: DjomyPayment) => {
    const day = isoTime(createdAt).slice(0, 10);
    return start !== null && end !== null ? start <= day && day <= end : day.startsWith(month);
  };
  const statuses = query.get("statuses")?.split(",") ?? DEFAULT_STATUSES;
  const direction = query.get("sortDirection") === "asc" ? 1 : -1;
  const rows = payments
    .filter((payment) => isInside(payment) && statuses.includes(payment.status))
    .sort((a, b) => direction * (a.createdAt - b.createdAt));
  const totalPages = Math.ceil(rows.length / size);
  return {
    content: rows.slice(page * size, (page + 1) * size).map(statusOf),
    last: page >= totalPages - 1,
    totalPages,
    totalElements: rows.length,
    number: page,
    size,
  };
}
