import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import { problemAnswerSchema } from '../../shared/contracts/import-command.schema';
import type { ImportCommand } from './arguments';

/** The API refused, or is not there; the message is what a person needs. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

const answerDeadlineMs = 60_000;

type Asker = Pick<ImportCommand, 'url' | 'key'>;

function refusal(status: number, text: string): RefusedError {
  let parsed: z.infer<typeof problemAnswerSchema> = {};
  try {
    parsed = problemAnswerSchema.parse(JSON.parse(text));
  } catch {
    // Not an answer of ours: the status is all there is to say.
  }
  const lines = (parsed.errors ?? []).map(({ row, column, value, pointer, detail }) =>
    row === undefined
      ? `  ${pointer ?? ''} ${detail ?? ''}`
      : `  row ${row}${column ? `, ${column}` : ''}${value ? ` "${value}"` : ''}: ${detail ?? ''}`,
  );
  return new RefusedError([`${status}: ${parsed.detail ?? 'The API refused.'}`, ...lines].join('\n'));
}

/** Asks the API. @throws {RefusedError} */
export async function ask<Schema extends z.ZodType>(
  { url, key }: Asker,
  path: string,
  schema: Schema,
  init: { method?: string; body?: FormData; headers?: Record<string, string> } = {},
): Promise<z.output<Schema>> {
  let response: Response;
  try {
    response = await fetch(url + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerDeadlineMs),
    });
  } catch (error) {
    throw new RefusedError(`The API does not answer at ${url}.`, { cause: error });
  }
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return schema.parse(JSON.parse(text));
}

/** Uploads the command's file. @throws {RefusedError} */
export async function uploadFile<Schema extends z.ZodType>(
  command: ImportCommand,
  schema: Schema,
): Promise<z.output<Schema>> {
  let content: Buffer;
  try {
    content = await readFile(command.file);
  } catch {
    throw new RefusedError(`The file ${command.file} cannot be read.`);
  }
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), basename(command.file));
  const path = `/campaigns/${encodeURIComponent(command.campaignId)}/jobs/bulk${command.dryRun ? '?dry_run=1' : ''}`;
  const headers = command.idempotencyKey === undefined ? {} : { 'idempotency-key': command.idempotencyKey };
  return ask(command, path, schema, { method: 'POST', body: form, headers });
}
