/** Whether this is the system error with this code, such as ENOENT. */
export function isErrno(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
