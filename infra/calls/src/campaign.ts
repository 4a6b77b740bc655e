import { campaignStatusHttp } from '@talad/proto/http/campaign/status'
import { type Row, row } from './row.ts'

export const rows: readonly Row[] = [row(campaignStatusHttp.campaignStatus, {})]
