import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { folder, somchai } from './rig.ts'

function usersFile(content: unknown): string {
  const file = join(folder(), 'users.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('the environment becomes the options, and an empty variable counts as absent', () => {
  const { options, ipfsDir } = readConfig({
    SANDBOX_PORT: '0',
    SANDBOX_RPC_URL: '',
    SANDBOX_JOIN_USERS_FILE: usersFile([somchai]),
    CHILLPAY_CALLBACK_URL: 'http://127.0.0.1/callback',
  })
  expect(options).toMatchObject({ port: 0, host: '127.0.0.1', rpcUrl: undefined, joinUsers: [somchai] })
  expect(options.merchant?.callbackUrl).toBe('http://127.0.0.1/callback')
  expect(ipfsDir).toBeUndefined()
})

test('a wrong environment names every fault at once', () => {
  const wrong = { SANDBOX_PORT: 'x', CHILLPAY_RESULT_METHOD: 'PUT' }
  expect(() => readConfig(wrong)).toThrow(
    /SANDBOX_PORT[\s\S]*SANDBOX_JOIN_USERS_FILE[\s\S]*CHILLPAY_RESULT_METHOD/,
  )
})

test('a person with a broken key is refused', () => {
  const file = usersFile([{ ...somchai, privateKey: '0x12' }])
  expect(() => readConfig({ SANDBOX_JOIN_USERS_FILE: file })).toThrow(/privateKey/)
})
