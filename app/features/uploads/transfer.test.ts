import { describe, expect, test } from 'vitest'
import { formatSpeed, getSent, SpeedMeter, timeLeft } from './transfer.ts'

const KB = 1024

describe('SpeedMeter', () => {
  test('SpeedMeter measures the last ten seconds', () => {
    const meter = new SpeedMeter()
    expect(meter.note(0, 0)).toBeNull()
    expect(meter.note(50 * KB, 500)).toBeNull()
    expect(meter.note(100 * KB, 1000)).toBe(100 * KB)
    for (let second = 2; second <= 20; second += 1) {
      meter.note(100 * KB * second, second * 1000)
    }
    // The connection got slower: older measurements count less.
    let speed: number | null = null
    for (let second = 21; second <= 31; second += 1) {
      speed = meter.note(100 * KB * 20 + 10 * KB * (second - 20), second * 1000)
    }
    expect(speed).toBe(10 * KB)
  })

  test('SpeedMeter returns null when the count decreases and after a pause', () => {
    const meter = new SpeedMeter()
    meter.note(0, 0)
    meter.note(500 * KB, 2000)
    expect(meter.note(300 * KB, 3000)).toBeNull()
    expect(meter.note(400 * KB, 4000)).toBe(100 * KB)
    meter.reset()
    expect(meter.note(400 * KB, 60_000)).toBeNull()
  })

  test.each([
    [300, '1 kB/s'],
    [120 * KB, '120 kB/s'],
    [1.25 * KB * KB, '1.3 MB/s'],
  ])('formatSpeed formats %d bytes a second as %s', (speed, response) => {
    expect(formatSpeed(speed)).toBe(response)
  })
})

test('getSent states megabytes', () => {
  expect(getSent(18.2 * KB * KB, 31 * KB * KB)).toBe('18.2 of 31.0 MB sent')
})

test.each([
  [30 * KB, KB, 'less than a minute left'],
  [180 * KB, KB, 'about 3 min left'],
  [3600 * KB, KB, 'about 1 h 0 min left'],
  [4500 * KB, KB, 'about 1 h 15 min left'],
  [100_000 * KB, KB, null],
  [100, 0, null],
])('timeLeft describes %d bytes at %d a second as %s', (bytes, speed, response) => {
  expect(timeLeft(bytes, speed)).toBe(response)
})
