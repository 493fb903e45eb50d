import type { Caller } from '../../support/api';
import { holdToDocument } from '../../support/conformance';

/** One problem of an upload, as reported in problem details. */
export interface ReportedError {
  pointer: string;
  detail: string;
  row?: number;
  column?: string;
  value?: string;
  code?: string;
}

/** The body of any response to an upload. */
export interface UploadBody {
  ImportID?: string;
  code?: string;
  detail?: string;
  errors?: ReportedError[];
  Rows?: number;
  RowsValid?: number;
  RowsInvalid?: number;
  Errors?: { Row: number; Column: string; Value: string; Code: string; Detail: string }[];
}
export interface UploadResponse {
  status: number;
  headers: Headers;
  body: UploadBody;
}

export interface UploadOptions {
  type?: string;
  name?: string;
  part?: string;
  query?: string;
  headers?: Record<string, string>;
  /** Additional parts: a string is a field, an object a file. */
  extraParts?: Record<string, string | { content: string; name: string }>;
}

type Sender = Pick<Caller, 'jobs' | 'key'> & { url: string };

/** Uploads a file like a browser. */
export async function upload(
  to: Sender,
  content: string | Uint8Array,
  {
    type = 'text/csv',
    name = 'contacts.csv',
    part = 'file',
    query = '',
    headers = {},
    extraParts: more = {},
  }: UploadOptions = {},
): Promise<UploadResponse> {
  const form = new FormData();
  form.append(part, new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }), name);
  for (const [field, value] of Object.entries(more)) {
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, new Blob([value.content]), value.name);
  }
  return send(to, form, { query, headers });
}

/** Sends a raw body to the bulk endpoint. */
export async function send(
  { url, jobs, key }: Sender,
  body: NonNullable<RequestInit['body']>,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<UploadResponse> {
  const response = await fetch(`${url}${jobs}/bulk${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
  const { status, headers: answered } = response;
  const text = await response.text();
  holdToDocument({ method: 'POST', path: `${jobs}/bulk`, status, headers: answered, text });
  return { status, headers: answered, body: JSON.parse(text) as UploadBody };
}

/** Expects the response to be this problem. */
export function expectRefusal(answer: UploadResponse, status: number, code: string, detail: string | RegExp): void {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.detail).toMatch(detail);
}
