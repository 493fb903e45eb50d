import { answeringMachineSchema } from '../../../shared/contracts/answering-machine.schema';
import { createCampaignSchema } from '../../../shared/contracts/campaign.schema';
import { machineDetectionLimits } from '../../../shared/domain/audio/machine-detection';

const isValid = (settings: unknown): boolean => answeringMachineSchema.safeParse(settings).success;

describe('the AnsweringMachine of a campaign', () => {
  it('is shown as it was set: nothing is added', () => {
    expect(createCampaignSchema.parse({ Name: 'One' })).not.toHaveProperty('AnsweringMachine');
    const AnsweringMachine = { Action: 'leave_message', Message: 'Call us.', MachineDetectionTimeout: 20 };
    expect(createCampaignSchema.parse({ Name: 'One', AnsweringMachine })).toMatchObject({ AnsweringMachine });
    expect(answeringMachineSchema.parse({})).toEqual({});
  });

  it.each(Object.entries(machineDetectionLimits))('takes whole numbers within the limits of %s', (name, [min, max]) => {
    expect([min, max].every((value) => isValid({ [name]: value }))).toBe(true);
    expect([min - 1, max + 1, min + 0.5, String(min)].some((value) => isValid({ [name]: value }))).toBe(false);
  });

  it('has a message only if one is to be left, and no unknown action or setting', () => {
    expect(isValid({ Action: 'leave_message' })).toBe(true);
    for (const settings of [
      { Message: 'Call us.' },
      { Action: 'hang_up', Message: 'Call us.' },
      { Action: 'leave_message', Message: '' },
      { Action: 'leave_message', Message: 'x'.repeat(4_001) },
      { Action: 'transfer' },
      { MachineDetection: 'Enable' },
    ])
      expect(isValid(settings)).toBe(false);
  });
});
