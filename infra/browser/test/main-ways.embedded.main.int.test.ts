import { startDemonstration } from '@talad/e2e/demonstration'
import { inject } from 'vitest'
import { mainWays } from './main-ways.ts'

mainWays('the embedded bus', () => startDemonstration(inject('demonstration')))
