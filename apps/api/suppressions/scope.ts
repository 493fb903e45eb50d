import { loadNumberFacts } from '../../../shared/adapters/numbers/facts-of-number';
import type { FieldProblem } from '../../../shared/domain/field-problem';
import type { SuppressionScope } from '../../../shared/domain/suppression/suppression';
import { findCampaign } from '../campaigns/find-campaign';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
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
export interface EntryCheck {
  /** Another spelling of a number would never match the jobs that call it, so it is refused. */
  findProblems: (entry: CheckedFields) => FieldProblem[];
  /**
   * True if the number is in no numbering plan, or one that may never be called. The entry is stored, in case the plan has changed since
   * the metadata was made, but hardly any job will match it.
   */
  isUnassigned: (phoneNumber: string) => boolean;
}

const describeSpelling = (presentSpelling: string): string =>
  `Expected "${presentSpelling}", which is how the number is written now.`;

/** Validates entries. @param nowMs the time at which they are added */
export async function createEntryCheck(nowMs: number): Promise<EntryCheck> {
  const lookUpNumber = await loadNumberFacts();
  return {
    findProblems: ({ PhoneNumber, Until }) => {
      const { presentSpelling } = lookUpNumber(PhoneNumber);
      return [
        ...(presentSpelling === undefined
          ? []
          : [{ pointer: '/PhoneNumber', detail: describeSpelling(presentSpelling) }]),
        ...(Until !== undefined && Date.parse(Until) <= nowMs
          ? [{ pointer: '/Until', detail: 'Expected a time in the future.' }]
          : []),
      ];
    },
    isUnassigned: (phoneNumber) => ['unassigned', 'special'].includes(lookUpNumber(phoneNumber).type),
  };
}

/**
 * Refuses a spelling under which no entry was found, because the entry has the present one: "not suppressed" would be wrong.
 * @throws {ProblemError} that names the present spelling
 */
export async function refuseFormerSpelling(phoneNumber: string): Promise<void> {
  const { presentSpelling } = (await loadNumberFacts())(phoneNumber);
  if (presentSpelling === undefined) return;
  throw new ProblemError('invalid_phone_number', { detail: describeSpelling(presentSpelling) });
}
