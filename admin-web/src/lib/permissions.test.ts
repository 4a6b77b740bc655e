import { queryClient } from '@talad/ui/client/query'
import { expect, test } from 'vitest'
import { reviewPermissions } from './permissions.ts'

test('MO-40 what somebody may do is asked again once they were refused for a permission, and for nothing else', async () => {
  const key = ['permissions', 'own', 'account-thana']
  const isOld = () => queryClient.getQueryState(key)?.isInvalidated
  queryClient.setQueryData(key, { customer: 'join-thana', super_admin: false, permissions: ['flag.resolve'] })
  await reviewPermissions({ code: 'version_conflict' })
  expect(isOld()).toBe(false)
  await reviewPermissions({ code: 'permission_required' })
  expect(isOld()).toBe(true)
})
