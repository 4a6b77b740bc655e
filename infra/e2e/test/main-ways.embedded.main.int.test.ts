import { inject } from 'vitest'
import { startDemonstration } from '../src/demonstration.ts'
import { mainWays } from './main-ways.ts'

mainWays('the embedded bus', () => startDemonstration(inject('demonstration')))
