/** Whether the device types with an on-screen keyboard. */
export const hasTouchKeyboard = () => window.matchMedia('(pointer: coarse)').matches;
