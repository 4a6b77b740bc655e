import { ResponseError } from '@talad/proto/http/client'
import { endpoint } from '@talad/proto/http/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call } from '../client/call.ts'
import { startJoin, startPush } from './join.ts'
import { currentSession } from './session.ts'
import { act, endStepUp, SIGN_IN_WINDOW } from './step-up.ts'

vi.mock('../client/call.ts', () => ({ call: vi.fn() }))
vi.mock('./session.ts', () => ({ currentSession: vi.fn() }))
const calls = vi.mocked(call)

const pay = endpoint({
  name: 'pay',
  service: 'bank-withdrawal',
  method: 'POST',
  path: '/pay',
  summary: 'pays',
  status: 200,
  auth: { kind: 'admin', permission: 'withdrawal.decide', fresh: true },
  response: z.string(),
})

function refusal(code: string) {
  return new ResponseError(403, { type: '', title: '', status: 403, code, message: '', requestId: '' })
}

/** When the call that runs has been refused. */
const refused = () => vi.waitFor(() => expect(calls).toHaveBeenCalled())

beforeEach(() => void calls.mockReset())

test('AW-14 a call that is refused for an old sign-in goes on after a fresh one, as often as it takes', async () => {
  calls.mockRejectedValueOnce(refusal('reauth_required'))
  calls.mockRejectedValueOnce(refusal('reauth_required'))
  calls.mockResolvedValueOnce('paid')
  const answer = act(pay, {})
  await refused()
  await vi.waitFor(() => {
    endStepUp(true)
    expect(calls).toHaveBeenCalledTimes(3)
  })
  expect(await answer).toBe('paid')
})

test('AW-14 a call stays refused when nobody signs in again', async () => {
  calls.mockRejectedValue(refusal('reauth_required'))
  const answer = expect(act(pay, {})).rejects.toMatchObject({ code: 'reauth_required' })
  await refused()
  await vi.waitFor(() => endStepUp(false))
  await new Promise((resolve) => setTimeout(resolve))
  endStepUp(false)
  await answer
  expect(calls).toHaveBeenCalledTimes(1)
})

test('AW-14 another refusal asks for no sign-in', async () => {
  calls.mockRejectedValueOnce(refusal('same_admin'))
  await expect(act(pay, {})).rejects.toMatchObject({ code: 'same_admin' })
})

test('ID-13 in the window of a step-up Join is asked to confirm who is signed in, anywhere else to sign somebody in', async () => {
  const accountId = 'a'.repeat(24)
  const session = vi.mocked(currentSession)
  const asked = async (name: string, kind: 'user' | 'visitor') => {
    calls.mockReset()
    calls.mockResolvedValue({ sessionId: 's', webviewUrl: 'https://join.example/', compare: null })
    session.mockReturnValue(kind === 'user' ? { kind, accountId, isCustomer: true, kycLevel: 0 } : { kind })
    const sessionStorage = { setItem: () => undefined }
    vi.stubGlobal('window', { name, location: { origin: 'https://talad.test' }, sessionStorage })
    await startJoin()
    await startPush('0812345678')
    return calls.mock.calls.map(([, given]) => given)
  }
  const of = (purpose: string) => [{ body: { purpose } }, { body: { purpose, phone: '0812345678' } }]
  expect(await asked(SIGN_IN_WINDOW, 'user')).toMatchObject(of('renew'))
  expect(await asked(SIGN_IN_WINDOW, 'visitor')).toMatchObject(of('sign-in'))
  expect(await asked('', 'user')).toMatchObject(of('sign-in'))
})
