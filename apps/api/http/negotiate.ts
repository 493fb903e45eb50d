import { ProblemError } from './problem';
import type { ApiRequest } from './route';

/** The media type that a caller wants most of those that there are; the first one, when it does not matter. @throws {ProblemError} when none is wanted */
export function negotiate<Type extends string>({ accepts }: Pick<ApiRequest, 'accepts'>, types: readonly Type[]): Type {
  const wanted = types.find((type) => type === accepts(types));
  if (wanted !== undefined) return wanted;
  const detail = `Accept: Expected one of ${types.join(', ')}.`;
  throw new ProblemError('not_acceptable', { detail, errors: [{ pointer: 'Accept', detail }] });
}
