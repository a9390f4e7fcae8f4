import { describe, expect, test } from 'vitest'
import { SpeedMeter } from './speed-meter.ts'

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
})
