import type { CallAnalysis } from '../call/call';
import type { AnalysisFailure } from '../call/evidence';

/** An analysis by a model that is wanted: after a call, or because a client asked for it. */
export interface AnalysisRequest {
  /** When it was asked for; it also distinguishes requests. */
  AtMS: number;
  /** Attempts that failed. */
  Attempts: number;
  /** Why the last attempt failed. */
  Failure?: AnalysisFailure | undefined;
  /** No further attempt is made until it is asked for again. */
  Abandoned?: true | undefined;
  /** A client asked for it: the schema of the campaign's current version is used in place of that of the job's version. */
  Again?: true | undefined;
}

/** What a person put in the place of a field of the analysis; `null` if nothing was said. */
export interface Correction {
  Value: unknown;
  /** The key of the request. */
  KeyID: string;
  AtMS: number;
}

/** Whether the analysis agrees with the corrections: the fields that have one, by the version of the schema. */
export interface AgreedFields {
  SchemaVersion: number;
  Fields: [name: string, agrees: boolean][];
}

/** What the agreement counts of a campaign hold of one job. */
export interface AnalysisReview {
  /** Counts the changes. */
  Revision: number;
  Counted?: AgreedFields | undefined;
  /** What takes the place of `Counted`. The counts may hold it already. */
  Pending?: AgreedFields | undefined;
}

const delaysMs = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000];
/** What no repeat changes. */
const lasting: readonly AnalysisFailure[] = ['refused', 'token_limit', 'schema_invalid', 'not_configured'];

/**
 * What follows a failed attempt.
 * @param retryAfterMs how long the server asked to wait, in ms
 * @returns the request, and when the next attempt is due; none if it is given up
 */
export function afterFailedAnalysis(
  request: AnalysisRequest,
  failure: AnalysisFailure,
  { nowMs, retryAfterMs = 0 }: { nowMs: number; retryAfterMs?: number | undefined },
): { request: AnalysisRequest; dueMs: number | undefined } {
  const failed = { ...request, Attempts: request.Attempts + 1, Failure: failure };
  const delayMs = delaysMs[request.Attempts];
  if (delayMs === undefined || lasting.includes(failure))
    return { request: { ...failed, Abandoned: true }, dueMs: undefined };
  return { request: failed, dueMs: nowMs + Math.max(delayMs, Math.min(retryAfterMs, 86_400_000)) };
}

/** Whether two JSON values are the same. The order of the keys of an object does not matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  return (
    entries.length === others.length &&
    entries.every(
      ([key, value]) => Object.hasOwn(other, key) && isSameJson(value, (other as Record<string, unknown>)[key]),
    )
  );
}

/**
 * Where an analysis agrees with the corrections. What no model has analyzed says nothing about a model, so it is not
 * compared.
 */
export function agreedFieldsOf(
  analysis: CallAnalysis | undefined,
  corrections: Readonly<Record<string, Correction>> = {},
): AgreedFields | undefined {
  const fields = Object.entries(corrections);
  if (analysis?.Source === undefined || fields.length === 0) return undefined;
  const { Data, Source } = analysis;
  return {
    SchemaVersion: Source.SchemaVersion,
    Fields: fields
      .map(([name, { Value }]): [string, boolean] => [
        name,
        isSameJson(Object.hasOwn(Data, name) ? Data[name] : null, Value),
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}

/** A change of the counts of one version of a schema. */
export interface AgreementChange {
  schemaVersion: number;
  name: string;
  agreed: number;
  disagreed: number;
}

/** What to add to the counts so that they hold `to` in place of `from`. */
export function agreementChanges(from: AgreedFields | undefined, to: AgreedFields | undefined): AgreementChange[] {
  const changesOf = (fields: AgreedFields | undefined, sign: 1 | -1): AgreementChange[] =>
    (fields?.Fields ?? []).map(([name, agrees]) => ({
      schemaVersion: fields?.SchemaVersion ?? 0,
      name,
      agreed: agrees ? sign : 0,
      disagreed: agrees ? 0 : sign,
    }));
  const sums = new Map<string, AgreementChange>();
  for (const change of [...changesOf(from, -1), ...changesOf(to, 1)]) {
    const key = JSON.stringify([change.schemaVersion, change.name]);
    const sum = sums.get(key) ?? { ...change, agreed: 0, disagreed: 0 };
    sums.set(key, { ...sum, agreed: sum.agreed + change.agreed, disagreed: sum.disagreed + change.disagreed });
  }
  return [...sums.values()].filter(({ agreed, disagreed }) => agreed !== 0 || disagreed !== 0);
}
