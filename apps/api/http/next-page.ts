/**
 * The `Link` header to the next page of a list; no header on its last page.
 * @param url the list, without its query
 * @param query the parameters of the next page; `undefined` ones are omitted
 */
export function linkToNextPage(
  hasMore: boolean,
  url: string,
  query: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  if (!hasMore) return {};
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return { Link: `<${url}?${parameters.toString()}>; rel="next"` };
}
