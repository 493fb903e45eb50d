import { z } from 'zod';
import { field } from './field';

export const healthSchema = z
  .object({ Status: field(z.literal('ok'), 'The process responds.') })
  .meta({ id: 'Health', description: 'The process is alive.' });

const check = (of: string) => field(z.enum(['ok', 'unavailable']), `Whether ${of} responds.`, 'ok');

const prerequisite = (of: string) =>
  field(
    z.enum(['ok', 'incomplete', 'unknown']),
    `Whether ${of}. It does not change the status: the process accepts requests all the same. \`unknown\` until it is checked, or if this process may not check it.`,
    'ok',
  );

export const readinessSchema = z
  .object({
    Status: field(
      z.enum(['ready', 'degraded', 'starting', 'draining', 'unavailable']),
      'Whether this process is in service: `ready`; `degraded` while a server does not respond, so that some requests are refused or take effect later. Not in service: `starting` until the first start has created what it needs, `draining` during shutdown, `unavailable` when the database has not responded for 30 seconds.',
      'ready',
    ),
    Checks: field(
      z.object({
        MongoDB: check('the database'),
        Temporal: check('the workflow engine'),
        Schema: prerequisite('the database has the indexes of this version'),
        SearchAttributes: prerequisite('the namespace of the workflow engine has the search attributes'),
      }),
      'The servers that the process depends on, and what an operator prepares in them.',
    ),
  })
  .meta({ id: 'Readiness', description: 'Whether this process is in service.' });
