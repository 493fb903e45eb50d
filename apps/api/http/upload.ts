import type { NextFunction, Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { ProblemCode } from '../../../shared/contracts/problem';
import { createConcurrencyLimiter } from './concurrency-limiter';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';
import type { UploadedFile } from './route';

/** The contract's limit: a file of exactly this size is accepted. */
export const maxFileBytes = 10 * 1024 * 1024;
/** Allowance for boundaries and part headers; a body that declares more than file and envelope is not read. */
const maxEnvelopeBytes = 64 * 1024;
/** Files in memory at a time; each takes several times its size while it is decoded and encrypted. */
const maxUploads = 4;
/** One organization's slow uploads must not block the others. */
const maxUploadsPerOrganization = 2;

const partName = 'file';
const expected = 'Send multipart/form-data with one part named "file".';

const parseMultipart = multer({
  storage: multer.memoryStorage(),
  // All current browsers send file names in UTF-8.
  defParamCharset: 'utf8',
  // The library's defaults are unlimited.
  limits: {
    fileSize: maxFileBytes,
    files: 1,
    fields: 0,
    parts: 2,
    fieldNameSize: 50,
    headerPairs: 50,
    fieldNestingDepth: 0,
    fieldArrayIndexLimit: 0,
  },
}).single(partName);

/** The problem for each limit of the parser. */
const limitProblems: Record<string, [ProblemCode, string] | undefined> = {
  LIMIT_FILE_SIZE: ['file_too_large', `The file must not exceed 10 MB (${maxFileBytes} bytes).`],
  LIMIT_UNEXPECTED_FILE: ['invalid_upload', `The file must be in a part named "file". ${expected}`],
  LIMIT_FILE_COUNT: ['invalid_upload', `The upload contains more than one file. ${expected}`],
  LIMIT_FIELD_COUNT: ['invalid_upload', `The upload contains other fields besides the file. ${expected}`],
  LIMIT_PART_COUNT: ['invalid_upload', `The upload contains too many parts. ${expected}`],
};

function toUploadProblem(error: unknown): unknown {
  if (error instanceof MulterError) {
    const [code, detail] = limitProblems[error.code] ?? [
      'invalid_upload',
      `The upload could not be parsed. ${expected}`,
    ];
    return new ProblemError(code, { detail, errors: [{ pointer: '/file', detail }] });
  }
  if (error instanceof ProblemError) return error;
  // The parser throws plain errors for malformed bodies: a missing boundary, or an end in the middle of a part.
  const detail = `The multipart body is malformed or truncated. ${expected}`;
  return new ProblemError('invalid_upload', { detail, errors: [{ pointer: '/file', detail }], cause: error });
}

/** Rejects requests that are not uploads or declare too large a body, before any of it is read. */
function checkUploadHeaders(req: Request, _res: Response, next: NextFunction): void {
  if (!/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? '')) {
    throw new ProblemError('unsupported_upload', { detail: expected, headers: { Accept: 'multipart/form-data' } });
  }
  if (Number(req.headers['content-length'] ?? 0) > maxFileBytes + maxEnvelopeBytes) {
    throw toUploadProblem(new MulterError('LIMIT_FILE_SIZE'));
  }
  next();
}

/** Limits concurrent uploads: each holds its file in memory until the response is sent. */
function limitUploads() {
  const limiter = createConcurrencyLimiter();
  return (_req: Request, res: ApiResponse, next: NextFunction): void => {
    // The client may have disconnected during authentication. `close` has already fired, so a slot taken now would
    // leak.
    if (res.destroyed) return;
    const release = limiter.acquire([
      { key: 'process', limit: maxUploads },
      { key: `organization/${res.locals.apiKey?.OrgID ?? ''}`, limit: maxUploadsPerOrganization },
    ]);
    if (release === undefined) {
      throw new ProblemError('uploads_busy', {
        detail: 'Too many uploads are in progress. Retry the request.',
        headers: { 'Retry-After': '2' },
      });
    }
    res.once('close', release);
    next();
  };
}

/** Reads the single file of a multipart body into memory. Runs after authentication. */
export function createUpload(): RequestHandler[] {
  return [
    checkUploadHeaders,
    limitUploads() as unknown as RequestHandler,
    (req, res, next) => {
      parseMultipart(req, res, (error: unknown) =>
        next(error === undefined || error === null ? undefined : toUploadProblem(error)),
      );
    },
  ];
}

/** The file that {@link createUpload} read. */
export function uploadedFile(req: Request): UploadedFile | undefined {
  const { file } = req;
  return file && { content: file.buffer, contentType: file.mimetype, fileName: file.originalname };
}
