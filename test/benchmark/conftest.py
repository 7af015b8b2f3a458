"""Make the fakes of this folder importable under any import mode, in worker processes too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
