import type { NextFunction, Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { ProblemCode } from '../../../shared/contracts/problem';
import { createConcurrencyLimiter } from './concurrency-limiter';
import type { UploadedFile } from './route';
import type { ApiResponse } from './locals';
import { ProblemError } from './problem';

/** What the contract allows: this many bytes are taken, one more is not. */
export const maxFileBytes = 10 * 1024 * 1024;
/** Boundaries and part headers around a file; a body that says it is longer than both is not read. */
const maxEnvelopeBytes = 64 * 1024;
/** Files in memory at one time, each several times over while it is decoded and sealed. */
const maxUploads = 4;
/** An organization that uploads slowly must not keep the others from it. */
const maxUploadsPerOrganization = 2;

const partName = 'file';
const expected = 'Send multipart/form-data with one part named "file".';

const parseMultipart = multer({
  storage: multer.memoryStorage(),
  // File names are UTF-8 in every browser of today.
  defParamCharset: 'utf8',
  // The library's own defaults are "no limit".
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

/** What each limit means to who ran into it. */
const limitProblems: Record<string, [ProblemCode, string] | undefined> = {
  LIMIT_FILE_SIZE: ['file_too_large', `The file must not be larger than 10 MB (${maxFileBytes} bytes).`],
  LIMIT_UNEXPECTED_FILE: ['invalid_upload', `The file must be in a part named "file". ${expected}`],
  LIMIT_FILE_COUNT: ['invalid_upload', `There is more than one file. ${expected}`],
  LIMIT_FIELD_COUNT: ['invalid_upload', `There are fields beside the file. ${expected}`],
  LIMIT_PART_COUNT: ['invalid_upload', `There are too many parts. ${expected}`],
};

function toUploadProblem(error: unknown): unknown {
  if (error instanceof MulterError) {
    const [code, detail] = limitProblems[error.code] ?? ['invalid_upload', `The upload cannot be read. ${expected}`];
    return new ProblemError(code, { detail, errors: [{ pointer: '/file', detail }] });
  }
  if (error instanceof ProblemError) return error;
  // What the parser says of broken bodies are plain errors: no boundary, or an end in the middle of a part.
  const detail = `The multipart body is broken or ends too early. ${expected}`;
  return new ProblemError('invalid_upload', { detail, errors: [{ pointer: '/file', detail }], cause: error });
}

/** Refuses what is no upload, or plainly too large, before a byte of it is kept. */
function checkUploadHeaders(req: Request, _res: Response, next: NextFunction): void {
  if (!/^multipart\/form-data\b/i.test(req.headers['content-type'] ?? '')) {
    throw new ProblemError('unsupported_upload', { detail: expected, headers: { Accept: 'multipart/form-data' } });
  }
  if (Number(req.headers['content-length'] ?? 0) > maxFileBytes + maxEnvelopeBytes) {
    throw toUploadProblem(new MulterError('LIMIT_FILE_SIZE'));
  }
  next();
}

/** Lets a few uploads in at a time: each holds its file in memory until it is answered. */
function limitUploads() {
  const limiter = createConcurrencyLimiter();
  return (_req: Request, res: ApiResponse, next: NextFunction): void => {
    // Who went away while the key was looked at would hold a place for ever: nothing tells of it a second time.
    if (res.destroyed) return;
    const release = limiter([
      { key: 'process', limit: maxUploads },
      { key: `organization/${res.locals.apiKey?.OrgID ?? ''}`, limit: maxUploadsPerOrganization },
    ]);
    if (release === undefined) {
      throw new ProblemError('uploads_busy', {
        detail: 'Too many files are being uploaded at this moment. Please repeat the request.',
        headers: { 'Retry-After': '2' },
      });
    }
    res.once('close', release);
    next();
  };
}

/** Reads the one file of a multipart body into memory. The key was looked at before. */
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
