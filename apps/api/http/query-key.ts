import { z } from 'zod';
import type { Route } from './route';

/** The name of the query parameter that carries an API key. */
export const keyParameter = 'apiKey';

/** The query of routes that accept the API key as a parameter: media players cannot send headers. */
export const keyQuerySchema = z.strictObject({ [keyParameter]: z.string().optional() });

export const acceptsQueryKey = ({ query }: Route): boolean =>
  query instanceof z.ZodObject && keyParameter in query.shape;
