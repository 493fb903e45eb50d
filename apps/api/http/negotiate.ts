import { ProblemError } from './problem';
import type { ApiRequest } from './route';

/**
 * Picks the media type that the client prefers; the first one if it has no preference.
 * @throws {ProblemError} 406 when the client accepts none of them
 */
export function negotiate<Type extends string>({ accepts }: Pick<ApiRequest, 'accepts'>, types: readonly Type[]): Type {
  const preferred = accepts(types);
  const wanted = types.find((type) => type === preferred);
  if (wanted !== undefined) return wanted;
  const detail = `Accept: Expected one of ${types.join(', ')}.`;
  throw new ProblemError('not_acceptable', { detail, errors: [{ pointer: 'Accept', detail }] });
}
