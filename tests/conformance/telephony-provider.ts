import { describeAudio } from './telephony/audio';
import { describeCalls, describeLookups } from './telephony/calls';
import type { TelephonySubject, TestFramework } from './telephony/subject';

export type { PeerBehavior, TelephonySubject, TestFramework } from './telephony/subject';

/**
 * What every telephony provider must do, whatever its network. docs/telephony.md says how to run it on yours.
 * @param subject the provider under test, once the framework runs the tests
 */
export function describeTelephonyProvider(framework: TestFramework, subject: () => TelephonySubject): void {
  describeCalls(framework, subject);
  describeLookups(framework, subject);
  describeAudio(framework, subject);
}
