# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

# Look for Python once: each generator asks for its interpreter again, and CMake starts it eight times to answer.
if(Python3_Interpreter_FOUND AND "${Python3_FIND_COMPONENTS}" STREQUAL "Interpreter")
  return()
endif()
include(${CMAKE_ROOT}/Modules/FindPython3.cmake)
