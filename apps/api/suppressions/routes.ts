import {
  addSuppressionSchema,
  listCampaignSuppressionsQuerySchema,
  listSuppressionsQuerySchema,
  suppressionAddedSchema,
  suppressionListSchema,
  suppressionRemovedSchema,
  suppressionSchema,
  suppressionUploadSchema,
  uploadSuppressionsQuerySchema,
} from '../../../shared/contracts/suppression.schema';
import { route, type Route } from '../http/route';
import { addSuppression } from './add-suppression';
import { listSuppressions } from './list-suppressions';
import { getSuppression, removeSuppression } from './one-suppression';
import { uploadSuppressions } from './upload-suppressions';

/** The operations exist twice: for every campaign of the organization, and for one campaign. */
interface Scope {
  base: '/suppressions' | '/campaigns/:campaignID/suppressions';
  /** Part of the operation's id. */
  name: '' | 'Campaign';
  /** Completes a summary. */
  where: string;
}
const organization: Scope = { base: '/suppressions', name: '', where: 'in every campaign' };
const campaign: Scope = { base: '/campaigns/:campaignID/suppressions', name: 'Campaign', where: 'in one campaign' };

const tag = 'Suppressions';
const stays =
  'Adding twice is harmless: the entry that holds longer stays, and of two that hold equally long the earlier one.';

const csvExample =
  'PhoneNumber,Reason,Note,Until\r\n+14155550199,complaint,Case 4711,\r\n+358401234599,,,2027-01-31T00:00:00Z\r\n';

const writes = ({ base, name, where }: Scope): Route[] => [
  route({
    method: 'POST',
    path: base,
    operation: `add${name}Suppression`,
    doc: {
      tag,
      summary: `Suppress a number ${where}`,
      description: `Keeps a number from being called ${where}. New jobs with it fail with \`opted_out\` when they are made, waiting ones within seconds, and no reschedule overrides it; calls that are running go on. ${stays}`,
      responses: {
        200: {
          description: 'The number was suppressed already; the entry that holds longer.',
          schema: suppressionAddedSchema,
        },
        201: { description: 'The number is suppressed.', schema: suppressionAddedSchema },
      },
    },
    access: 'suppressions:add',
    body: addSuppressionSchema,
    handle: addSuppression,
  }),
  // Before the path of one number.
  route({
    method: 'POST',
    path: `${base}/bulk`,
    operation: `upload${name}Suppressions`,
    doc: {
      tag,
      summary: `Suppress the numbers of a file ${where}`,
      description: `Suppresses each number of a CSV file of at most 10 MB and 50,000 rows in the part \`file\`, and says what became of every row. Rows that are valid are added even if others are refused. Numbers with punctuation are read as E.164, and those without a country code by \`default_country\`${name === '' ? '' : " or the campaign's `DefaultCountry`"}; \`Normalized\` lists what they were read as. ${stays} So the request can be repeated.`,
      responses: { 200: { description: 'What became of the rows.', schema: suppressionUploadSchema } },
      problems: ['invalid_file', 'too_many_rows'],
      file: {
        description:
          'One CSV file in the part `file`. The first row names the columns: PhoneNumber and, optionally, Reason, Note and Until.',
        contentType: 'text/csv',
        example: csvExample,
      },
    },
    access: 'suppressions:add',
    upload: true,
    query: uploadSuppressionsQuerySchema,
    handle: uploadSuppressions,
  }),
  route({
    method: 'DELETE',
    path: `${base}/:phoneNumber`,
    operation: `remove${name}Suppression`,
    doc: {
      tag,
      summary: `Stop suppressing a number ${where}`,
      description: `Removes the entry that keeps the number from being called ${where}; entries elsewhere stay. Jobs that it has failed stay failed. Idempotent.`,
      responses: { 200: { description: 'The number is not suppressed here.', schema: suppressionRemovedSchema } },
    },
    access: 'suppressions:remove',
    handle: removeSuppression,
  }),
];

const getOne = ({ base, name, where }: Scope): Route =>
  route({
    method: 'GET',
    path: `${base}/:phoneNumber`,
    operation: `get${name}Suppression`,
    doc: {
      tag,
      summary: `Get the entry of a number ${where}`,
      description: `Returns the entry that keeps the number from being called ${where}, if there is one. \`GET /numbers/:phoneNumber\` shows all entries of a number.`,
      responses: { 200: { description: 'The entry.', schema: suppressionSchema } },
      problems: ['suppression_not_found'],
    },
    access: 'suppressions:read',
    handle: getSuppression,
  });

const list = (
  base: Scope['base'],
  operation: string,
  query: typeof listSuppressionsQuerySchema | typeof listCampaignSuppressionsQuerySchema,
  of: string,
): Route =>
  route({
    method: 'GET',
    path: base,
    operation,
    doc: {
      tag,
      summary: `List the suppressions ${of}`,
      description: `Returns up to 100 entries that hold ${of}, newest first. They hold no numbers. For the next page, follow \`Link\` or pass \`NextAfter\` as \`after\`.`,
      responses: { 200: { description: 'A page of entries.', schema: suppressionListSchema, headers: ['Link'] } },
    },
    access: 'suppressions:read',
    query,
    handle: listSuppressions,
  });

export const suppressionRoutes: readonly Route[] = [
  ...writes(organization),
  list(organization.base, 'listSuppressions', listSuppressionsQuerySchema, 'of the organization and its campaigns'),
  getOne(organization),
  ...writes(campaign),
  list(campaign.base, 'listCampaignSuppressions', listCampaignSuppressionsQuerySchema, 'of one campaign'),
  getOne(campaign),
];
