# SPDX-FileCopyrightText: 2026 adhoc_teamwork maintainers
# SPDX-License-Identifier: Apache-2.0

# Compile the generated sources of one library together: each alone reads the same long headers again.
# Those of rosidl_generator_c stay apart, as they give different things one name.
function(_compile_together)
  foreach(library rosidl_generator_py rosidl_typesupport_fastrtps_c rosidl_typesupport_introspection_c)
    if(TARGET ${PROJECT_NAME}__${library})
      set_target_properties(${PROJECT_NAME}__${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
  endforeach()
endfunction()
cmake_language(DEFER CALL _compile_together)

list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")  # FindPython3.cmake
