import type { ReactNode } from "react";

/** What stands where a list would be, when there is nothing in it. */
export function EmptyState({
  title,
  message,
  children,
}: {
  title: string;
  message: string;
  children?: ReactNode;
}) {
  return (
    <div className="card flex flex-col items-center gap-3 px-6 py-16 text-center">
      <span className="bands mb-2" />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-[48ch] text-muted">{message}</p>
      {children}
    </div>
  );
}
