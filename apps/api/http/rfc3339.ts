/** Formats unix milliseconds as RFC 3339, as responses show instants. */
export function toRfc3339(ms: number): string;
export function toRfc3339(ms: number | undefined): string | undefined;
export function toRfc3339(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
