import { z } from 'zod';

const v4 = z.ipv4();
const v6 = z.ipv6();

export const isIPv4 = (text: string): boolean => v4.safeParse(text).success;
export const isIPv6 = (text: string): boolean => v6.safeParse(text).success;
