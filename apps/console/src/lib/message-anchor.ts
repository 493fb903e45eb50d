/** The id of a message of a transcript in the page, which an address can name. @param index its place in the call's `Messages` */
export const messageAnchor = (callID: string, index: number): string => `message-${callID}-${index}`;
