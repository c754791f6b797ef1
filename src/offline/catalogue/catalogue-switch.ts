import { createDeviceSwitch } from '#offline/device/device-switch.ts';

/** Whether this device may keep the list. */
export const catalogueSwitch = createDeviceSwitch('catalogue');
