import { useEffect, type ReactNode } from 'react';

interface PageProps {
  title: string;
  /** Beside the title: states. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title, its actions, its content. */
export function Page({ title, beside, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Outdial`;
  }, [title]);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1}>{title}</h1>
        {beside}
        <div className="ml-auto flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </div>
  );
}

/** A part of a page. */
export const Panel = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="border-line bg-panel rounded-lg border p-3">
    <div className="flex flex-wrap items-start gap-2">
      <h2>{title}</h2>
      <div className="ml-auto flex flex-wrap gap-2">{actions}</div>
    </div>
    {children}
  </section>
);

/** One figure with its name. */
export const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-line bg-panel rounded-lg border p-3">
    <div className="text-muted">{name}</div>
    <div className="text-xl font-semibold tabular-nums">{children}</div>
  </div>
);

/** Names and values, in two columns. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
);

/** A value as formatted JSON. */
export const Json = ({ value, label }: { value: unknown; label: string }) => (
  <pre tabIndex={0} aria-label={label} className="bg-page max-h-96 overflow-auto rounded p-2 font-mono text-xs">
    {JSON.stringify(value, null, 2)}
  </pre>
);
