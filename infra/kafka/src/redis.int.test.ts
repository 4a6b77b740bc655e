import { describe, expect, onTestFinished, test } from 'vitest'
import { skipWithoutRedis } from './availability.ts'
import { ask } from './net.ts'
import { startRedis } from './redis.ts'

const line = (bytes: Buffer) => bytes.includes('\r\n')

describe.skipIf(skipWithoutRedis())('a Redis of our own', () => {
  test('it answers at the printed address, keeps nothing on disk and is gone after stop', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const port = Number(new URL(redis.url).port)
    expect(String(await ask(port, Buffer.from('SET a 1\r\n'), line))).toBe('+OK\r\n')
    expect(
      String(await ask(port, Buffer.from('CONFIG GET save\r\n'), (b) => b.toString().endsWith('$0\r\n\r\n'))),
    ).toContain('save')
    await redis.stop()
    await expect(ask(port, Buffer.from('PING\r\n'), line)).rejects.toThrow()
  })
})
