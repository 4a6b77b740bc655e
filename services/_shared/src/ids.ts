import { randomBytes } from 'node:crypto'

/** GW-12: 24 lower-case hex characters, 4 bytes of unix seconds and 8 random bytes. */
export function newId(now: Date = new Date()): string {
  const time = Buffer.alloc(4)
  time.writeUInt32BE(Math.floor(now.getTime() / 1000))
  return Buffer.concat([time, randomBytes(8)]).toString('hex')
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}
