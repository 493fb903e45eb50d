import type { JobCorrectionsBody } from '../../../shared/contracts/analysis.schema';
import type { CallBody } from '../../../shared/contracts/call-response.schema';
import type { JobBody, JobsListItemBody } from '../../../shared/contracts/job-response.schema';
import { masked, maskPhoneNumber } from '../../../shared/domain/mask';

/** What a job says about a person, or may say. Metadata holds no personal data by contract. */
const personalFields = [
  'Analysis',
  'CallAnalyses',
  'Corrections',
  'Data',
  'FailureMessage',
  'Integrations',
  'OutputData',
  'PreviousCallsSummary',
  'Redaction',
  'SST',
] as const satisfies readonly (keyof JobBody['Data'])[];

const without = <Body extends object>(body: Body, fields: readonly (keyof Body)[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.some((field) => field === name))) as Body;

/** A call whose transcript shows who spoke and when, but not what was said. */
const maskCall = (call: CallBody): CallBody => ({
  ...without(call, ['Error', 'Events']),
  Messages: call.Messages.map(({ tool_calls: _tools, ...message }) => ({ ...message, content: masked })),
});

/** A job for a key that may not read personal data: with its plan, states and times. */
export const maskJob = (job: JobBody): JobBody => ({
  ...job,
  Data: {
    ...without(job.Data, personalFields),
    PhoneNumber: maskPhoneNumber(job.Data.PhoneNumber),
    ContactName: job.Data.ContactName && masked,
    Calls: job.Data.Calls?.map(maskCall),
    Masked: true,
  },
});

/** Corrections with their fields, keys and times, but not what people wrote. */
export const maskCorrections = (corrections: JobCorrectionsBody['Corrections']): JobCorrectionsBody['Corrections'] =>
  Object.fromEntries(Object.entries(corrections).map(([name, one]) => [name, { ...one, Value: masked }]));

/** The same for an item of a list. */
export const maskListItem = (item: JobsListItemBody): JobsListItemBody => ({
  ...item,
  PhoneNumber: maskPhoneNumber(item.PhoneNumber),
  ContactName: item.ContactName === '' ? '' : masked,
});
