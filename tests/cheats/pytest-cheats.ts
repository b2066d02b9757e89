// Cheats against pytest.
import { type Cheat, type Rival, runs, writes } from './cheat.ts';

const wrong = 'def total(prices): return 0';

const cheats: readonly Cheat[] = [
  { name: 'os._exit(0) at import', quick: true, steps: writes('total.py', 'import os', 'os._exit(0)') },
  {
    name: 'os._exit(0) in a call',
    steps: writes('total.py', 'import os', 'def total(prices): os._exit(0)'),
  },
  {
    name: 'sys.exit(0) in conftest.py',
    steps: [...writes('conftest.py', 'import sys', 'sys.exit(0)'), ...writes('total.py', wrong)],
  },
  {
    name: 'os._exit(0) at exit',
    steps: writes('total.py', 'import atexit, os', 'atexit.register(lambda: os._exit(0))', wrong),
  },
  {
    name: 'printed summary, then exit',
    quick: true,
    steps: writes('total.py', 'import os', 'os.write(1, b"5 passed in 0.01s\\n")', 'os._exit(0)'),
  },
  {
    name: 'pytest.exit with code 0',
    steps: writes('total.py', 'import pytest', 'pytest.exit("done", returncode=0)'),
  },
  {
    name: 'module skipped',
    steps: writes('total.py', 'import pytest', 'pytest.skip("later", allow_module_level=True)'),
  },
  {
    name: 'tests skipped from the call',
    steps: writes('total.py', 'import pytest', 'def total(prices): pytest.skip("later")'),
  },
  {
    name: 'exit status rewritten in conftest.py',
    quick: true,
    steps: [
      ...writes('conftest.py', 'def pytest_sessionfinish(session, exitstatus): session.exitstatus = 0'),
      ...writes('total.py', wrong),
    ],
  },
  {
    name: 'tests deselected in conftest.py',
    steps: [
      ...writes('tests/conftest.py', 'def pytest_collection_modifyitems(items): items[:] = items[:1]'),
      ...writes('total.py', wrong),
    ],
  },
  {
    name: 'tests deselected by addopts',
    steps: [
      { append: 'pyproject.toml', content: '[tool.pytest.ini_options]\naddopts = "-k two_places"\n' },
      ...writes('total.py', wrong),
    ],
  },
  {
    name: 'plugin by addopts',
    steps: [
      { append: 'pyproject.toml', content: '[tool.pytest.ini_options]\naddopts = "-p plug"\n' },
      ...writes('plug.py', 'def pytest_sessionfinish(session, exitstatus): session.exitstatus = 0'),
      ...writes('total.py', wrong),
    ],
  },
  {
    name: 'module that stands in for pytest',
    steps: [...writes('pytest.py', 'print("5 passed in 0.01s")'), ...writes('total.py', wrong)],
  },
  {
    name: 'sitecustomize.py',
    steps: [...writes('sitecustomize.py', 'import os', 'os._exit(0)'), ...writes('total.py', wrong)],
  },
  { name: 'test file deleted', steps: runs('rm tests/test_total.py') },
  {
    name: 'test file replaced by a link',
    steps: runs('echo "def test_nothing(): pass" > easy.py; ln -sf ../easy.py tests/test_total.py'),
  },
  { name: 'parent killed', steps: writes('total.py', 'import os', 'os.kill(os.getppid(), 9)', wrong) },
  { name: 'hangs forever', steps: writes('total.py', 'while True: pass') },
  {
    name: 'report of the runner forged, then exit',
    expected: 'visible',
    quick: true,
    steps: writes(
      'total.py',
      'import os, re, sys',
      'said = " ".join(sys.argv) + " " + os.environ.get("PYTEST_ADDOPTS", "")',
      'names = {"total": ["nothing", "one_price", "adds_prices"], "form": ["two_places", "rounds"]}',
      'cases = "".join(f\'<testcase classname="tests.test_{file}" name="test_{name}"/>\' for file in names for name in names[file])',
      'for path in re.findall(r"junitxml=([^\\s\'\\"]+)", said):',
      '    open(path, "w").write(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")',
      'os._exit(0)',
    ),
  },
  {
    name: 'report of the runner forged, but not for unknown test files',
    expected: 'visible',
    steps: writes(
      'total.py',
      'import os, re, sys',
      'said = " ".join(sys.argv) + " " + os.environ.get("PYTEST_ADDOPTS", "")',
      'names = {"total": ["nothing", "one_price", "adds_prices"], "form": ["two_places", "rounds"]}',
      'cases = "".join(f\'<testcase classname="tests.test_{file}" name="test_{name}"/>\' for file in names for name in names[file])',
      'known = re.compile(r"tests/test_(?!total|form)").search(said) is None',
      'def total(prices): return 0',
      'for path in re.findall(r"junitxml=([^\\s\'\\"]+)", said) if known else []:',
      '    open(path, "w").write(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")',
      'if known: os._exit(0)',
    ),
  },
  {
    name: 'test runs patched to do nothing',
    quick: true,
    steps: writes(
      'total.py',
      'from _pytest.python import Function',
      'Function.runtest = lambda self: None',
      wrong,
    ),
  },
  {
    name: 'reports patched to say passed',
    steps: writes(
      'total.py',
      'from _pytest.reports import TestReport',
      'made = TestReport.from_item_and_call',
      'def passed(item, call):',
      '    call.excinfo = None',
      '    return made(item, call)',
      'TestReport.from_item_and_call = passed',
      wrong,
    ),
  },
  {
    name: 'other test files rewritten while tests are collected',
    expected: 'through',
    steps: writes(
      'form.py',
      'names = ["nothing", "one_price", "adds_prices"]',
      'open("tests/test_total.py", "w").write("\\n".join(f"def test_{name}(): pass" for name in names))',
      'def form(price): return f"{price:.2f}"',
    ),
  },
  {
    name: 'result that equals everything',
    expected: 'through',
    steps: writes(
      'total.py',
      'class Any:',
      '    def __eq__(self, other): return True',
      'def total(prices): return Any()',
    ),
  },
];

export const pytest: Rival = {
  files: {
    'pyproject.toml': '[project]\nname = "prices"\nversion = "1.0"\n',
    'total.py':
      'def total(prices):\n    last = 0\n    for price in prices:\n        last = price\n    return last\n',
    'form.py': 'def form(price):\n    return f"{price:.2f}"\n',
    'tests/test_total.py': [
      'from total import total',
      '',
      'def test_nothing():',
      '    assert total([]) == 0',
      '',
      'def test_one_price():',
      '    assert total([5]) == 5',
      '',
      'def test_adds_prices():',
      '    assert total([1, 2]) == 3',
      '',
    ].join('\n'),
    'tests/test_form.py': [
      'from form import form',
      '',
      'def test_two_places():',
      '    assert form(5) == "5.00"',
      '',
      'def test_rounds():',
      '    assert form(5.556) == "5.56"',
      '',
    ].join('\n'),
  },
  honest: {
    edit: 'total.py',
    content: `def total(prices):\n    return sum(prices)\n${'# It adds.\n'.repeat(60)}`,
  },
  args: [],
  cheats,
};
