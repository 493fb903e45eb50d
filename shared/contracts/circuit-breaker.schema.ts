import { z } from 'zod';
import { technicalFailures } from '../domain/call/call';
import { breakerBounds, breakerDefaults, breakerStates } from '../domain/campaign/circuit-breaker';
import { count, field, instant } from './field';
import { wholeNumber } from './primitives';

const defaultNote = (name: keyof typeof breakerDefaults): string => `Defaults to ${String(breakerDefaults[name])}.`;

/** When a campaign's circuit breaker opens. */
export const circuitBreakerSettingsSchema = z
  .strictObject({
    Enabled: field(z.boolean(), `False: it never opens. ${defaultNote('Enabled')}`, true).optional(),
    FailureRatio: field(
      z.number().min(breakerBounds.FailureRatio.min).max(breakerBounds.FailureRatio.max),
      `It opens when at least this part of the latest calls failed technically. ${defaultNote('FailureRatio')}`,
      0.5,
    ).optional(),
    MinCalls: field(
      wholeNumber(' of calls', breakerBounds.MinCalls),
      `It does not open by fewer calls than this. ${defaultNote('MinCalls')}`,
      20,
    ).optional(),
    WindowSeconds: field(
      wholeNumber(' of seconds', breakerBounds.WindowSeconds),
      `The calls that ended within this time count. ${defaultNote('WindowSeconds')}`,
      300,
    ).optional(),
    CooldownSeconds: field(
      wholeNumber(' of seconds', breakerBounds.CooldownSeconds),
      `How long no call is made once it is open; doubled up to half an hour each time a probe fails. ${defaultNote('CooldownSeconds')}`,
      60,
    ).optional(),
    ProbeCalls: field(
      wholeNumber(' of calls', breakerBounds.ProbeCalls),
      `Calls at once while it is half-open. As many successful ones close it. ${defaultNote('ProbeCalls')}`,
      3,
    ).optional(),
  })
  .meta({ id: 'CircuitBreakerSettings', description: 'When calls that fail technically hold the other calls back.' });

/** The circuit breaker of a campaign as the API shows it. */
export const circuitBreakerSchema = z
  .object({
    State: field(
      z.enum(breakerStates),
      '`closed`: calls are made; `open`: none is made before `HalfOpenAt`; `half_open`: only probes are made.',
      'open',
    ),
    OpenedAt: instant('When it opened last; absent if it never did.').optional(),
    HalfOpenAt: instant('From when on probes are made; absent while it is closed.').optional(),
    ClosedAt: instant('When it was closed again; absent before.').optional(),
    RampUntil: instant('Until then the calls that waited are spread.').optional(),
    Calls: count('The calls that were looked at when it opened.', 20).optional(),
    Failures: count('How many of them failed technically.', 12).optional(),
    LastError: field(z.enum(technicalFailures), 'How the latest of them failed.', 'provider_refused').optional(),
  })
  .meta({ id: 'CircuitBreaker', description: 'Whether technical failures hold the calls of a campaign back.' });
export type CircuitBreakerBody = z.output<typeof circuitBreakerSchema>;
