import { bankWithdrawalHttp as http } from '@talad/proto/http/bank-withdrawal'
import { type App, createApp } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from './deps.ts'
import { rejections } from './rejections.ts'

/** The HTTP application of bank-withdrawal. */
export function buildApp(deps: Deps): App {
  const app = createApp({ ...deps, rejections })
  const notYet = () => Promise.reject(new Rejection('UNAVAILABLE'))
  app.route(http.bankAccounts, notYet)
  app.route(http.deleteBankAccount, notYet)
  app.route(http.bankRequests, notYet)
  app.route(http.requestBankAccount, notYet)
  app.route(http.deleteBankRequest, notYet)
  app.route(http.withdrawals, notYet)
  app.route(http.requestWithdrawal, notYet)
  app.route(http.deleteWithdrawal, notYet)
  app.route(http.creditWithdrawals, notYet)
  return app
}
