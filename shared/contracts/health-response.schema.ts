import { z } from 'zod';
import { field } from './field';

export const healthSchema = z
  .object({ Status: field(z.literal('ok'), 'The process answers.') })
  .meta({ id: 'Health', description: 'The process is alive.' });

const check = (of: string) => field(z.enum(['ok', 'away']), `Whether ${of} answers.`, 'ok');

export const readinessSchema = z
  .object({
    Status: field(
      z.enum(['ready', 'draining', 'unavailable']),
      'Whether this process takes requests: `draining` while it shuts down, `unavailable` while a server behind it is away.',
      'ready',
    ),
    Checks: field(
      z.object({ MongoDB: check('the database'), Temporal: check('the workflow engine') }),
      'The servers that it needs.',
    ),
  })
  .meta({ id: 'Readiness', description: 'Whether this process takes requests.' });
