import { z } from 'zod';
import { field } from './field';

/** What a response says about a request that was accepted, but may not do what was meant. */
export const warningsField = field(
  z.array(
    z
      .object({
        Pointer: field(
          z.string(),
          'The field, as a JSON pointer into the body, or the name of the query parameter.',
          '/Overrides/Constraints/TimeZone',
        ),
        Detail: field(
          z.string(),
          'What to look at.',
          '"EST" is UTC-5 all year, without daylight saving time; you may mean "America/New_York".',
        ),
      })
      .meta({ id: 'Warning', description: 'Something that is valid, and may not be what was meant.' }),
  ),
  'What was accepted, but may not do what was meant; absent if there is nothing to say.',
).optional();
export type WarningsBody = z.output<typeof warningsField>;
