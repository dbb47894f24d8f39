export const held = (lock: WakeLockSentinel): boolean[] => [lock.released].toSorted();
export class Lock extends WakeLock {}
