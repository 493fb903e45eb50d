import { ApiError, ConnectionError, messageOf } from '../api/errors';

/** What went wrong, field by field, with the id that the service's log has. */
export function Failure({ error }: { error: unknown }) {
  const problem = error instanceof ApiError ? error.problem : undefined;
  return (
    <div role="alert" className="border-bad text-bad rounded border p-3">
      <p className="font-medium">{messageOf(error)}</p>
      {problem?.errors !== undefined && (
        <ul className="mt-1 list-disc pl-5">
          {problem.errors.map(({ pointer, detail, row }) => (
            <li key={`${row ?? ''}${pointer}${detail}`}>
              {row === undefined ? '' : `Row ${row}: `}
              {pointer === '' ? '' : <code>{pointer}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
      {problem?.requestId !== undefined && (
        <p className="text-muted mt-1">
          {problem.code} · request <code>{problem.requestId}</code>
        </p>
      )}
    </div>
  );
}

/** A line above what was last received, while newer data cannot be had. */
export const StaleNotice = ({ error }: { error: unknown }) => (
  <p role="status" className="border-warn text-warn rounded border px-3 py-1">
    Shown is what was last received. {error instanceof ConnectionError ? 'Reconnecting…' : messageOf(error)}
  </p>
);
