const GIB = 1024 ** 3;

/** Free bytes below which a disk counts as low. */
export const LOW_DISK_BYTES = 5 * GIB;
/** Free bytes below which a disk counts as full. */
export const FULL_DISK_BYTES = GIB / 2;
