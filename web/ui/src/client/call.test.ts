import { site } from '@talad/proto/http/gateway/site'
import { expect, test, vi } from 'vitest'
import { source } from '../browser/source.ts'
import { beforeRefusal, call } from './call.ts'

test('all that asks for it is done before anybody hears of a refusal, also where some of it fails', async () => {
  const body = {
    type: '',
    title: '',
    status: 403,
    code: 'permission_required',
    message: 'no',
    requestId: 'r',
  }
  vi.spyOn(source, 'fetch').mockImplementation(async () => Response.json(body, { status: 403 }))
  const done: string[] = []
  beforeRefusal(async ({ code }) => void done.push(`texts of ${code}`))
  beforeRefusal(async () => {
    throw new Error('offline')
  })
  beforeRefusal(async ({ code }) => void done.push(`review of ${code}`))
  await expect(call(site, {})).rejects.toMatchObject({ code: 'permission_required' })
  expect(done).toEqual(['texts of permission_required', 'review of permission_required'])
})
