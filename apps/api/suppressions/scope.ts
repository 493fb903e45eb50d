import { loadNumberFacts } from '../../../shared/adapters/numbers/facts-of-number';
import type { FieldProblem } from '../../../shared/domain/field-problem';
import type { SuppressionScope } from '../../../shared/domain/suppression/suppression';
import { findCampaign } from '../campaigns/find-campaign';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest } from '../http/route';

/** A request about suppressions of the organization or, if its path names one, of a campaign. */
export type ScopedRequest<Body = unknown, Query = unknown> = Omit<ApiRequest<never, Body, Query>, 'params'> & {
  params: { campaignID?: string };
};
/** A request about one number. */
export type NumberRequest = ScopedRequest & { params: { phoneNumber: string } };

/** @throws {ProblemError} if the campaign of the path does not exist */
export async function resolveScope(
  { orgId, params }: Pick<ScopedRequest, 'orgId' | 'params'>,
  deps: Pick<ApiDeps, 'store'>,
): Promise<SuppressionScope> {
  const { campaignID: campaignId } = params;
  if (campaignId === undefined) return { orgId };
  await findCampaign({ orgId, campaignId }, deps);
  return { orgId, campaignId };
}

/** The fields of an entry that need more than their format. */
interface CheckedFields {
  PhoneNumber: string;
  Until?: string | undefined;
}
export type FindEntryProblems = (entry: CheckedFields) => FieldProblem[];

/** Validates entries. Another spelling of a number would never match the jobs that call it, so it is refused. */
export async function createEntryCheck(nowMs: number): Promise<FindEntryProblems> {
  const lookUpNumber = await loadNumberFacts();
  return ({ PhoneNumber, Until }) => [
    ...(lookUpNumber(PhoneNumber).isMisspelled === true
      ? [
          {
            pointer: '/PhoneNumber',
            detail: 'Expected the number without a trunk or mobile prefix after its country code.',
          },
        ]
      : []),
    ...(Until !== undefined && Date.parse(Until) <= nowMs
      ? [{ pointer: '/Until', detail: 'Expected a time in the future.' }]
      : []),
  ];
}
