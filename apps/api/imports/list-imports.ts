import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { toImportRecord, isVisible } from './presenter';

export async function listImports(
  { orgId, query, campaignIds }: ApiRequest<never, unknown, { after?: string | undefined }>,
  { store, nowMs }: ApiDeps,
): Promise<Reply> {
  const imports = await store.imports.list(orgId, query.after, campaignIds);
  return { status: 200, body: { Imports: imports.filter(isVisible).map((one) => toImportRecord(one, nowMs())) } };
}
