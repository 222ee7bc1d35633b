// Writes figures for people. What was not measured is a dash, never a zero.

const missing = '–';

/** The number of decimals that carry meaning in all of these values, the largest of which decides. */
function decimalsFor(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  const largest = Math.max(...known.map(Math.abs), 0);
  if (known.every(Number.isInteger) || largest >= 10000) {
    return 0;
  }
  if (largest >= 100) {
    return 1;
  }
  return largest >= 1 ? 2 : 3;
}

function figure(value, decimals = decimalsFor([value])) {
  if (value === null || value === undefined) {
    return missing;
  }
  if (Math.abs(value) >= 1e9) {
    return value.toExponential(2);
  }
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

function withUnit(value, unit) {
  const bare = value === null || value === undefined || !unit || unit === 'ratio' || unit === 'count';
  return bare ? figure(value) : `${figure(value)} ${unit}`;
}

/** Writes a margin: its sign says which side of the limit, the words say it again. */
function marginText(percent) {
  if (percent === null) {
    return missing;
  }
  const sign = percent < 0 ? '−' : '+';
  return `${sign}${Math.abs(percent).toFixed(Math.abs(percent) < 100 ? 1 : 0)} %`;
}

function seconds(value) {
  if (value === null || value === undefined) {
    return missing;
  }
  if (value < 100) {
    return `${value.toFixed(1)} s`;
  }
  const whole = Math.round(value);
  const two = (n) => String(n).padStart(2, '0');
  if (whole < 3600) {
    return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  }
  return `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

function instant(text) {
  return text ? `${text.slice(0, 10)} ${text.slice(11, 19)} UTC` : missing;
}

function durationOfRun() {
  return run.finished_at ? (Date.parse(run.finished_at) - Date.parse(run.started_at)) / 1000 : null;
}

function counted(number, singular, plural) {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural || singular + 's'}`;
}
