import { numberErasedSchema, numberSchema } from '../../../shared/contracts/number-response.schema';
import { route } from '../http/route';
import { eraseNumber } from './erase-number';
import { getNumber } from './get-number';

const number = '/numbers/:phoneNumber';

export const numberRoutes = [
  route({
    method: 'GET',
    path: number,
    operation: 'getNumber',
    doc: {
      tag: 'Suppressions',
      summary: 'Get what is known of a number',
      description:
        'Returns what is known and allowed of a number over all campaigns: its country and time zones, its suppressions, its jobs that have not ended, and the attempts that count toward each limit. Answers for any number.',
      responses: { 200: { description: 'What is known of the number.', schema: numberSchema } },
    },
    access: 'jobs:read',
    handle: getNumber,
  }),
  route({
    method: 'DELETE',
    path: number,
    operation: 'eraseNumber',
    doc: {
      tag: 'Suppressions',
      summary: "Delete a number's personal data",
      description:
        'Requests the erasure of every job with the number, over all campaigns, as for each job on its own: up to 100 in one request. Suppressions of the number stay: they hold only a keyed hash and keep the person from being called. Idempotent.',
      responses: { 202: { description: 'The jobs are being deleted.', schema: numberErasedSchema } },
    },
    access: 'pii:delete',
    handle: eraseNumber,
  }),
];
