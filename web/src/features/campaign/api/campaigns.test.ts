import { queryClient, readAs } from '@talad/ui/client/query'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type CampaignAnswer, campaignQuery } from './campaigns.ts'

test('CA-33 the page of a campaign stays when it turns out late who has signed in, and shows no other campaign', async () => {
  const queryFn = () => new Promise<CampaignAnswer>(() => {})
  const told = { campaign: { slug: 'one' }, extra: null } as CampaignAnswer
  queryClient.setQueryData(campaignQuery('one', 'fair').queryKey, told)
  const page = new QueryObserver(queryClient, { ...campaignQuery('one', 'fair'), queryFn })
  const stop = page.subscribe(() => {})
  readAs('somebody')
  page.setOptions({ ...campaignQuery('one', 'fair'), queryFn })
  expect(page.getCurrentResult()).toMatchObject({ isPending: false, data: told })
  page.setOptions({ ...campaignQuery('other', 'fair'), queryFn })
  expect(page.getCurrentResult()).toMatchObject({ isPending: true, data: undefined })
  stop()
  readAs(undefined)
})
